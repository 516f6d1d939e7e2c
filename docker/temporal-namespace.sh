#!/bin/sh
# The namespace of Sheaf. A server that is not ready, or a namespace that was just made, is tried again by compose.
set -eu

namespace=default
temporal operator cluster health
temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$namespace" --retention 720h
