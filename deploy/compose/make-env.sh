#!/bin/sh
# Prints settings for docker-compose.yml, with new passwords:  sh deploy/compose/make-env.sh > .env
set -eu
# Begins with a letter: nats-server reads a value that begins with a digit as a number.
password() {
  printf 'p%s' "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
}
cat <<SETTINGS
# What 'docker compose up' starts: plat (everything), engines, observability; comma-separated.
COMPOSE_PROFILES=plat

REDIS_PASSWORD=$(password)
NATS_GATEWAY_PASSWORD=$(password)
NATS_KEYS_PASSWORD=$(password)
NATS_LISTINGS_PASSWORD=$(password)
NATS_SEARCH_PASSWORD=$(password)
GRAFANA_PASSWORD=$(password)

# Where the gateway is reached; 0.0.0.0 for every address of this machine (put TLS in front of it).
PLAT_ADDRESS=127.0.0.1
PLAT_PORT=8080
# See docs/settings.md.
RATE_LIMITS=20/1m,100/10m,500/1h
SIGN_UP=on
LOG_LEVEL=info
CORS_ORIGINS=
TRUST_PROXY=off
PUBLIC_URL=/
SETTINGS
