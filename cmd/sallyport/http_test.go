package main

import (
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// answered sends a request, and returns the whole answer.
func answered(t *testing.T, r *http.Request) (status int, text string, header http.Header) {
	t.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content), response.Header
}

// sendMessage sends one message to an MCP server, with more headers than every message has.
func sendMessage(t *testing.T, url, body string, headers map[string]string) (status int, text string, header http.Header) {
	t.Helper()
	request, err := newMessage(t, url, body, headers)
	if err != nil {
		t.Fatal(err)
	}
	return answered(t, request)
}

// newMessage makes the request that sends it.
func newMessage(t *testing.T, url, body string, headers map[string]string) (*http.Request, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	all := map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
	maps.Copy(all, headers)
	for name, value := range all {
		request.Header.Set(name, value)
	}
	return request, nil
}
