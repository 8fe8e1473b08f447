// Package cloud is the client of the HTTP cloud.
package cloud

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// answersWithin is longer than the cloud ever takes.
const answersWithin = 5 * time.Second

// Server is a server of the cloud.
type Server struct {
	ID      string `json:"id"`
	State   string `json:"state"`
	Address string `json:"address"`
}

// GetID returns the ID of the server.
func (s Server) GetID() string { return s.ID }

// Network is a network of the cloud.
type Network struct {
	ID      string `json:"id"`
	Address string `json:"address"`
}

// GetID returns the ID of the network.
func (n Network) GetID() string { return n.ID }

// Owner names the object that the events of a server are about.
type Owner struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// NewServer is what a server is created from.
type NewServer struct {
	Tag      string `json:"tag"`
	Owner    Owner  `json:"owner"`
	Flavor   string `json:"flavor"`
	Image    string `json:"image"`
	UserData string `json:"userData"`
}

// NewNetwork is what a network is created from.
type NewNetwork struct {
	Tag string `json:"tag"`
}

// Error is a call that failed. The status is 0 when there was no answer.
type Error struct {
	Call   string
	Status int
	after  time.Duration
	cause  error
}

func (e *Error) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: the cloud does not answer: %v", e.Call, e.cause)
	}
	return fmt.Sprintf("%s: the cloud answered %d", e.Call, e.Status)
}

func (e *Error) Unwrap() error { return e.cause }

// Rejected reports whether the cloud has done nothing.
func (e *Error) Rejected() bool { return e.Status >= 400 && e.Status < 500 }

// RetryAfter returns when the call may be made again, and 0 if that would not help.
func (e *Error) RetryAfter() time.Duration { return e.after }

// Client calls the cloud.
type Client struct {
	// URL is the address of the cloud.
	URL string
	// OnCall is called after each call; the status is 0 without an answer.
	OnCall func(method string, status int)
}

// Account returns the cloud with the token of an account.
func (c *Client) Account(token string) *Account {
	return &Account{
		Servers:  &Things[Server, NewServer]{client: c, token: token, path: "/servers"},
		Networks: &Things[Network, NewNetwork]{client: c, token: token, path: "/networks"},
	}
}

// Flavors returns the flavors, with the image of each.
func (c *Client) Flavors(ctx context.Context) (map[string]string, error) {
	var flavors map[string]string
	return flavors, c.call(ctx, request{method: http.MethodGet, path: "/flavors"}, &flavors)
}

// Account is the cloud with the token of an account.
type Account struct {
	Servers  *Things[Server, NewServer]
	Networks *Things[Network, NewNetwork]
}

// Things are the things of one sort: T is one of them, and N what it is created from.
type Things[T, N any] struct {
	client *Client
	token  string
	path   string
}

// List returns the things that have a tag.
func (t *Things[T, N]) List(ctx context.Context, tag string) ([]T, error) {
	var things []T
	path := t.path + "?tag=" + url.QueryEscape(tag)
	return things, t.client.call(ctx, request{method: http.MethodGet, path: path, token: t.token}, &things)
}

// Create creates a thing.
func (t *Things[T, N]) Create(ctx context.Context, thing N) (T, error) {
	var created T
	return created, t.client.call(ctx, request{method: http.MethodPost, path: t.path, token: t.token, body: thing}, &created)
}

// Delete deletes a thing.
func (t *Things[T, N]) Delete(ctx context.Context, id string) error {
	path := t.path + "/" + url.PathEscape(id)
	return t.client.call(ctx, request{method: http.MethodDelete, path: path, token: t.token}, nil)
}

type request struct {
	method, path, token string
	body                any
}

func (c *Client) call(ctx context.Context, r request, into any) error {
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	status, err := c.send(ctx, r, into)
	c.OnCall(r.method, status)
	return err
}

func (c *Client) send(ctx context.Context, r request, into any) (int, error) {
	var body io.Reader
	if r.body != nil {
		encoded, err := json.Marshal(r.body)
		if err != nil {
			return 0, err
		}
		body = bytes.NewReader(encoded)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, c.URL+r.path, body)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+r.token)
	req.Header.Set("Content-Type", "application/json")
	call := r.method + " " + req.URL.Path
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, &Error{Call: call, after: time.Second, cause: err}
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return resp.StatusCode, &Error{Call: call, Status: resp.StatusCode, after: retryAfter(resp)}
	}
	if into == nil {
		return resp.StatusCode, nil
	}
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		return 0, &Error{Call: call, after: time.Second, cause: err}
	}
	return resp.StatusCode, nil
}

func retryAfter(resp *http.Response) time.Duration {
	if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < 500 {
		return 0
	}
	if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		return 10 * time.Second
	}
	return time.Second
}
