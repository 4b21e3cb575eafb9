"""Connects by libpq 18, as psycopg's package brings it: prints what comes of it, and what the
server has told of where tokens are to be had. An application's hook hands the token out.
Arguments: the token, the connection string."""

import ctypes
import sys

import psycopg
import psycopg.pq


class Request(ctypes.Structure):
    """PGoauthBearerRequest of libpq-fe.h."""

    _fields_ = [
        ("openid_configuration", ctypes.c_char_p),
        ("scope", ctypes.c_char_p),
        ("run", ctypes.c_void_p),
        ("cleanup", ctypes.c_void_p),
        ("token", ctypes.c_char_p),
        ("user", ctypes.c_void_p),
    ]


token, settings = sys.argv[1].encode(), sys.argv[2]
Hook = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


@Hook
def hook(kind, _connection, data):
    if kind != 1:  # PQAUTHDATA_OAUTH_BEARER_TOKEN
        return 0
    request = ctypes.cast(data, ctypes.POINTER(Request)).contents
    print("asked:", request.openid_configuration.decode(), request.scope.decode())
    request.token = token
    return 1


with open("/proc/self/maps", encoding="utf-8") as maps:
    path = next(line.split()[-1] for line in maps if "/libpq-" in line)
ctypes.CDLL(path).PQsetAuthDataHook(hook)
print("libpq:", psycopg.pq.version() // 10000)
try:
    with psycopg.connect(settings) as connection:
        print("in:", connection.execute("SELECT 1").fetchone()[0])
except psycopg.OperationalError as error:
    print("out:", " ".join(str(error).split()))
