#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// See doc.go. C++ allocates by operator new, DuckDB's vectors and blocks by jemalloc; both ask here. DuckDB's objects are many and small:
// where it brings jemalloc, they come from there, too, by which it plans a statement in nine tenths of the time.

extern void _ZSt17__throw_bad_allocv(void) __attribute__((noreturn)); // std::__throw_bad_alloc()
extern int _ZSt19uncaught_exceptionsv(void);                          // std::uncaught_exceptions()
extern void *__real_duckdb_je_malloc(size_t) __attribute__((weak));
extern void *__real_duckdb_je_realloc(void *, size_t) __attribute__((weak));
extern void duckdb_je_free(void *) __attribute__((weak));
extern int duckdb_je_mallctl(const char *, void *, size_t *, void *, size_t) __attribute__((weak));

extern void sallyportCollectGarbage(void);

enum { look_after = 16 << 20, much = 64 << 20, second = 1000, waits = 300 }; // bytes, milliseconds

static const long long beside = 1LL << 30; // what the process may have beside the limits
static const long long kept = 256LL << 20; // what threads may have on top that take little, so that other statements go on

static _Atomic long long limits;  // the sum of the instances' limits; 0: nothing is refused
static _Atomic long long allowed; // what the machine allows; 0: not known
static _Atomic int was_short;      // memory was refused since Go has last asked
static _Atomic int statm = -1;    // /proc/self/statm
static _Thread_local size_t taken;    // bytes, since the thread has last looked
static _Thread_local size_t recent;   // bytes: of one statement all, else in the second that began at since
static _Thread_local long long since; // milliseconds
static _Thread_local int work;        // what the thread works for

enum { for_itself, for_any, for_one }; // statements: a helper takes tasks of any

void sallyport_allow_memory(long long limit, long long machine) {
	int none = -1, opened = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	if (opened >= 0 && !atomic_compare_exchange_strong(&statm, &none, opened))
		close(opened);
	if (machine > 0)
		atomic_store(&allowed, machine);
	atomic_fetch_add(&limits, limit);
}

static long long resident(void) {
	char text[128];
	long long size, pages;
	ssize_t n = pread(atomic_load(&statm), text, sizeof text - 1, 0);
	if (n <= 0)
		return 0;
	text[n] = 0;
	return sscanf(text, "%lld %lld", &size, &pages) == 2 ? pages * sysconf(_SC_PAGESIZE) : 0;
}

static long long milliseconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static int fits(long long n, long long most) { return resident() + n <= most; }

// sallyport_give_back gives the system what the allocators keep and nobody uses.
void sallyport_give_back(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
	if (duckdb_je_mallctl)
		duckdb_je_mallctl("arena.4096.purge", NULL, NULL, NULL, 0); // 4096: all arenas
}

// fits_tidied tells whether there is room once the system has what the allocators keep and what is garbage in Go. Both are
// the process's memory and nobody's. Of several threads that find no room at a time one tidies up.
static int fits_tidied(long long n, long long most) {
	static pthread_mutex_t tidying = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&tidying);
	int there_is = fits(n, most);
	if (!there_is) {
		sallyport_give_back();
		there_is = fits(n, most);
	}
	if (!there_is) {
		sallyportCollectGarbage();
		there_is = fits(n, most);
	}
	pthread_mutex_unlock(&tidying);
	return there_is;
}

// sallyport_swap_counts exchanges the counts of the calling thread for others. What a statement takes is counted for
// its session, since each call of a session may come on another thread. The thread is returned.
unsigned long sallyport_swap_counts(size_t *held_taken, size_t *held_recent, long long *held_since, int *held_work) {
	size_t t = taken, r = recent;
	long long s = since;
	taken = *held_taken, recent = *held_recent, since = *held_since;
	*held_taken = t, *held_recent = r, *held_since = s;
	int w = work;
	work = *held_work;
	*held_work = w;
	return (unsigned long)pthread_self();
}

unsigned long sallyport_thread(void) { return (unsigned long)pthread_self(); }

// comes_back waits for others to give memory back.
static int comes_back(long long n, long long most) {
	struct timespec pause = {0, 10 * 1000 * 1000};
	for (int i = 0; i < waits; i++) {
		nanosleep(&pause, NULL);
		if (fits(n, most))
			return 1;
	}
	return 0;
}

// would_exceed tells whether the process would have more than its bound. Who takes little hardly ever asks. The thread of
// a statement that takes much is refused first; a helper, which may work for a small one, and a statement that takes
// little wait for what that gives back.
static int would_exceed(size_t n) {
	taken += n;
	if (taken < look_after)
		return 0;
	long long sum = atomic_load(&limits), machine = atomic_load(&allowed), now = milliseconds();
	if (work != for_one && now - since > second) {
		since = now;
		recent = 0;
	}
	recent += taken;
	taken = 0;
	if (sum == 0)
		return 0;
	long long most = machine > beside && machine < sum + beside ? machine : sum + beside;
	int hungry = recent > much;
	if (!hungry)
		most += kept;
	if (fits((long long)n, most) || fits_tidied((long long)n, most))
		return 0;
	if ((!hungry || work == for_any) && comes_back((long long)n, most))
		return 0;
	atomic_store(&was_short, 1);
	return 1;
}

int sallyport_was_short(void) { return atomic_exchange(&was_short, 0); }

// refused tells whether an allocation is to fail. Of a thread that works for itself nothing is refused: Go has called a
// function of DuckDB's that is to tell something, and such functions let exceptions pass.
static int refused(size_t n) { return work != for_itself && would_exceed(n); }

// sallyport_list_fits tells whether a vector's lists may have so many elements.
int sallyport_list_fits(uint64_t length) { return length <= look_after / 16 || !would_exceed(length * 16); }

// sallyport_take_memory counts what Go takes for the statement of the calling thread.
int sallyport_take_memory(size_t n) { return !would_exceed(n); }

// operator new(size_t). What fails while another exception is on its way would end the process.
void *_Znwm(size_t n) {
	void *p = NULL;
	if (!refused(n) || _ZSt19uncaught_exceptionsv() > 0)
		p = (duckdb_je_free ? __real_duckdb_je_malloc : malloc)(n ? n : 1);
	if (!p)
		_ZSt17__throw_bad_allocv();
	return p;
}

// operator delete(void *), and with the size. That of arrays calls them.
void _ZdlPv(void *p) { (duckdb_je_free ? duckdb_je_free : free)(p); }
void _ZdlPvm(void *p, size_t n) {
	(void)n;
	_ZdlPv(p);
}

void *__wrap_duckdb_je_malloc(size_t n) {
	return refused(n) ? NULL : __real_duckdb_je_malloc(n);
}

void *__wrap_duckdb_je_realloc(void *p, size_t n) {
	return refused(n) ? NULL : __real_duckdb_je_realloc(p, n);
}
