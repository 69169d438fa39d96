#!/bin/sh
# Settings for docker-compose.yml, with new passwords.
#
#   sh deploy/compose/make-env.sh .env   writes them to that file, which only its owner can read; never over one that is there
#   sh deploy/compose/make-env.sh        prints them
set -eu
if [ $# -gt 0 ]; then
  if [ -e "$1" ] || [ -L "$1" ]; then
    echo "$1 is there already and was left as it is: keep it, or move it away to begin with new passwords." >&2
    exit 1
  fi
  umask 077
  set -C
  exec > "$1"
fi
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
# Encrypts the keys that sign session tokens; another one makes all tokens void.
SIGNING_KEY_SECRET=$(password)
GRAFANA_PASSWORD=$(password)

# Where the gateway is reached; 0.0.0.0 for every address of this machine (put a proxy with TLS in front of it).
PLAT_ADDRESS=127.0.0.1
PLAT_PORT=8080
# With a proxy in front: how many there are (1), or their addresses. While this is off all who come through a proxy have
# one address, and one limit of sign-ins and failed authentications.
TRUST_PROXY=off
# The address as clients see it, such as https://listings.example.com
PUBLIC_URL=/
# See docs/operate/settings.md. Settings that are not named in this file stand in settings.env beside it; here they do nothing.
RATE_LIMITS=20/1m,100/10m,500/1h
SIGN_UP=on
LOG_LEVEL=info
CORS_ORIGINS=
SETTINGS
