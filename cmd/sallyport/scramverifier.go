package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/pgwire/scram"
)

func scramVerifierCommand(std cli.Streams) *cobra.Command {
	var iterations int
	cmd := &cobra.Command{
		Use:   "scram-verifier",
		Short: "Make what the configuration keeps of a user's password",
		Long: `Asks for a password, twice and without showing it, and prints its SCRAM-SHA-256
verifier: what pgwire.users[].verifier of the configuration takes in the place of
the password. Where standard input is no terminal, its first line is the
password.

Nobody can log in with a verifier, but passwords can be guessed with one: keep it
as a secret. Postgres keeps the same text in pg_authid, so a role's password can
be taken over from there without knowing it.`,
		Example: `  sallyport scram-verifier
  sallyport scram-verifier < password.txt
  openssl rand -base64 24 | tee password.txt | sallyport scram-verifier
  psql -Atc "SELECT rolpassword FROM pg_authid WHERE rolname = 'alice'"   # from a Postgres`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			password, err := readPassword(std)
			if err != nil {
				return err
			}
			v, err := scram.NewVerifier(password, iterations)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(std.Out, v.Text())
			return err
		},
	}
	cmd.Flags().IntVar(&iterations, "iterations", scram.Iterations, "how often the password is hashed, by clients too: `n` times")
	return cmd
}

// readPassword reads a password from a terminal, or the first line of anything
// else.
func readPassword(std cli.Streams) (string, error) {
	in, ok := std.In.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(std.In, 64<<10)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("cannot read standard input: %w", err)
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	var typed [2]string
	for i, prompt := range []string{"Password: ", "Again: "} {
		fmt.Fprint(std.Err, prompt)
		text, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(std.Err)
		if err != nil {
			return "", fmt.Errorf("cannot read the password: %w", err)
		}
		typed[i] = string(text)
	}
	if typed[0] != typed[1] {
		return "", errors.New("the two passwords differ")
	}
	return typed[0], nil
}
