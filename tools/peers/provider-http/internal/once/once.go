// Package once keeps one thing of a cloud without idempotency keys for an object.
package once

import (
	"context"
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/uuid"
	"sigs.k8s.io/cluster-api/util/annotations"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	annotationPrefix = "infrastructure.cluster.x-k8s.io/"

	// settle is the time after which a list has what a call has created: the cloud answers within 5 seconds, or never.
	settle = 8 * time.Second

	// deletionInterval is the time between two looks at things that are being deleted.
	deletionInterval = 2 * time.Second
)

// ErrGone says that the thing was deleted in the cloud.
var ErrGone = errors.New("the thing was deleted in the cloud")

// PendingError says that the outcome of an earlier call is not known yet.
type PendingError struct {
	after time.Duration
}

func (e *PendingError) Error() string {
	return fmt.Sprintf("the outcome of an earlier call is known in %s", e.after)
}

// RetryAfter returns when the outcome is known.
func (e *PendingError) RetryAfter() time.Duration { return e.after }

// Things are the calls for one sort of thing: T is one of them, and N what it is created from.
type Things[T, N any] interface {
	List(ctx context.Context, tag string) ([]T, error)
	Create(ctx context.Context, thing N) (T, error)
	Delete(ctx context.Context, id string) error
}

// Guard keeps one thing. Its annotations on the object are the tag of the thing, the time of a call whose outcome may not be known, and the ID of
// the thing that was chosen. They are patched with an optimistic lock, so that a write which relies on an old object fails.
type Guard[T interface{ GetID() string }, N any] struct {
	Client client.Client
	Name   string
	Things Things[T, N]
}

// Ensure returns the thing of the object, and when to look again: until then a second one may appear. It returns ErrGone when the thing was deleted
// in the cloud, and a PendingError while the outcome of an earlier call is not known.
func (g *Guard[T, N]) Ensure(ctx context.Context, obj client.Object, newThing func(tag string) (N, error)) (thing T, after time.Duration, err error) {
	tag := obj.GetAnnotations()[g.key("tag")]
	if tag == "" {
		tag = string(uuid.NewUUID())
		if err := g.annotate(ctx, obj, map[string]string{"tag": tag}); err != nil {
			return thing, 0, err
		}
	}
	remaining := g.remaining(obj)
	found, err := g.Things.List(ctx, tag)
	if err != nil {
		return thing, 0, err
	}
	if g.id(obj) == "" && len(found) > 0 {
		if err := g.annotate(ctx, obj, map[string]string{"id": found[0].GetID()}); err != nil {
			return thing, 0, err
		}
	}
	if g.id(obj) != "" {
		return g.keep(ctx, obj, found, remaining)
	}
	if remaining > 0 {
		return thing, 0, &PendingError{after: remaining}
	}
	return g.create(ctx, obj, tag, newThing)
}

// Remove deletes everything that has the tag. It returns 0 when nothing is left and nothing can appear, and otherwise when to look again.
func (g *Guard[T, N]) Remove(ctx context.Context, obj client.Object) (time.Duration, error) {
	tag := obj.GetAnnotations()[g.key("tag")]
	if tag == "" {
		return 0, nil
	}
	remaining := g.remaining(obj)
	found, err := g.Things.List(ctx, tag)
	if err != nil {
		return 0, err
	}
	for _, thing := range found {
		if err := g.Things.Delete(ctx, thing.GetID()); err != nil {
			return 0, err
		}
	}
	if len(found) > 0 {
		return deletionInterval, nil
	}
	return remaining, nil
}

func (g *Guard[T, N]) create(ctx context.Context, obj client.Object, tag string, newThing func(tag string) (N, error)) (thing T, after time.Duration, err error) {
	request, err := newThing(tag)
	if err != nil {
		return thing, 0, err
	}
	if err := g.annotate(ctx, obj, map[string]string{"attempt": time.Now().Format(time.RFC3339Nano)}); err != nil {
		return thing, 0, err
	}
	thing, err = g.Things.Create(ctx, request)
	if err != nil {
		var rejection interface{ Rejected() bool }
		if errors.As(err, &rejection) && rejection.Rejected() {
			return thing, 0, errors.Join(err, g.annotate(ctx, obj, map[string]string{"attempt": ""}))
		}
		return thing, 0, err
	}
	return thing, settle, g.annotate(ctx, obj, map[string]string{"id": thing.GetID()})
}

// keep returns the thing that was chosen, and deletes the others.
func (g *Guard[T, N]) keep(ctx context.Context, obj client.Object, found []T, remaining time.Duration) (thing T, after time.Duration, err error) {
	err = ErrGone
	if remaining > 0 {
		err = &PendingError{after: remaining}
	}
	for _, each := range found {
		if each.GetID() == g.id(obj) {
			thing, err = each, nil
			continue
		}
		if err := g.Things.Delete(ctx, each.GetID()); err != nil {
			return thing, 0, err
		}
		remaining = max(remaining, deletionInterval)
	}
	if err != nil {
		return thing, 0, err
	}
	if remaining == 0 && obj.GetAnnotations()[g.key("attempt")] != "" {
		err = g.annotate(ctx, obj, map[string]string{"attempt": ""})
	}
	return thing, remaining, err
}

// remaining returns how long the last call may still have an effect that no list has.
func (g *Guard[T, N]) remaining(obj client.Object) time.Duration {
	attempt := obj.GetAnnotations()[g.key("attempt")]
	if attempt == "" {
		return 0
	}
	at, err := time.Parse(time.RFC3339Nano, attempt)
	if err != nil {
		return settle
	}
	return min(max(0, settle-time.Since(at)), settle)
}

func (g *Guard[T, N]) id(obj client.Object) string {
	return obj.GetAnnotations()[g.key("id")]
}

func (g *Guard[T, N]) key(name string) string {
	return annotationPrefix + g.Name + "-" + name
}

// annotate patches annotations, and nothing else of the object.
func (g *Guard[T, N]) annotate(ctx context.Context, obj client.Object, values map[string]string) error {
	patched := obj.DeepCopyObject().(client.Object)
	desired := map[string]string{}
	for name, value := range values {
		desired[g.key(name)] = value
	}
	annotations.AddAnnotations(patched, desired)
	if err := g.Client.Patch(ctx, patched, client.MergeFromWithOptions(obj, client.MergeFromWithOptimisticLock{})); err != nil {
		return err
	}
	obj.SetAnnotations(patched.GetAnnotations())
	obj.SetResourceVersion(patched.GetResourceVersion())
	return nil
}
