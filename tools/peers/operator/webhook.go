package main

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// admitsAll is a webhook that admits every Item.
type admitsAll struct{}

func (admitsAll) ValidateCreate(context.Context, *Item) (admission.Warnings, error) {
	return nil, nil
}

func (admitsAll) ValidateUpdate(context.Context, *Item, *Item) (admission.Warnings, error) {
	return nil, nil
}

func (admitsAll) ValidateDelete(context.Context, *Item) (admission.Warnings, error) {
	return nil, nil
}
