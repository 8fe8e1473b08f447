// What core's client of hooks does not tell its caller: the protocol of an answer, and whether its connection was used before.

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"

	runtimev1 "sigs.k8s.io/cluster-api/api/runtime/v1beta2"
	runtimeclient "sigs.k8s.io/cluster-api/exp/runtime/client"
)

// Seen is what the client does not tell its caller about a call.
type Seen struct {
	// Protocol is that of the response, "HTTP/2.0", and Code its HTTP status.
	Protocol string `json:"protocol,omitempty"`
	Code     int    `json:"code,omitempty"`
	// Reused says whether the call was made on a connection of one before.
	Reused bool `json:"reused"`
}

// httpClientOf returns the HTTP client that core's client has made for an extension, and keeps for a day.
//
//go:linkname httpClientOf sigs.k8s.io/cluster-api/internal/runtime/client.(*client).getHTTPClient
func httpClientOf(client unsafe.Pointer, config runtimev1.ClientConfig) (*http.Client, error)

// watched passes calls on to the transport of core's client, and notes what it sees of them.
type watched struct {
	transport http.RoundTripper
	seen      Seen
	// late is how much later than it arrives the client reads, as on a busy computer.
	late atomic.Int64
}

// watch notes what core's client does from now on.
func watch(client runtimeclient.Client, config runtimev1.ClientConfig) (*watched, error) {
	httpClient, err := httpClientOf(reflect.ValueOf(client).UnsafePointer(), config)
	if err != nil {
		return nil, err
	}
	transport, ok := httpClient.Transport.(*http.Transport)
	if !ok {
		return nil, fmt.Errorf("the transport of core's client is a %T", httpClient.Transport)
	}
	noted := &watched{transport: transport}
	dial := transport.DialContext
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return lateConn{conn, &noted.late}, err
	}
	httpClient.Transport = noted
	return noted, nil
}

// lateConn is a connection that is read late, and written at once.
type lateConn struct {
	net.Conn
	late *atomic.Int64
}

// Read waits once there are bytes.
func (c lateConn) Read(bytes []byte) (int, error) {
	read, err := c.Conn.Read(bytes)
	time.Sleep(time.Duration(c.late.Load()))
	return read, err
}

// RoundTrip makes one call.
func (w *watched) RoundTrip(request *http.Request) (*http.Response, error) {
	trace := &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) { w.seen.Reused = info.Reused }}
	response, err := w.transport.RoundTrip(request.WithContext(httptrace.WithClientTrace(request.Context(), trace)))
	if response != nil {
		w.seen.Protocol, w.seen.Code = response.Proto, response.StatusCode
	}
	return response, err
}
