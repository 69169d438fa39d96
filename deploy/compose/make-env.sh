#!/bin/sh
# Generates settings for docker-compose.yml with new passwords.
#
#   sh deploy/compose/make-env.sh .env   writes them to a new file that only its owner can read; never overwrites
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
# Starts with a letter: nats-server parses a value that starts with a digit as a number.
password() {
  printf 'p%s' "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
}
cat <<SETTINGS
# What 'docker compose up' starts: plat (everything), backing-services, observability; comma-separated.
COMPOSE_PROFILES=plat

REDIS_PASSWORD=$(password)
NATS_GATEWAY_PASSWORD=$(password)
NATS_KEYS_PASSWORD=$(password)
NATS_LISTINGS_PASSWORD=$(password)
NATS_SEARCH_PASSWORD=$(password)
# Encrypts the keys that sign session tokens. Changing it invalidates all sessions.
SIGNING_KEY_SECRET=$(password)
GRAFANA_PASSWORD=$(password)

# Address that the gateway listens on; 0.0.0.0 for all interfaces (put a proxy with TLS in front of it).
PLAT_ADDRESS=127.0.0.1
PLAT_PORT=8080
# Behind a proxy: the number of proxies (1) or their addresses. While this is off, all clients behind a proxy share one
# address, and its limits for sign-ins and failed authentications.
TRUST_PROXY=off
# Base URL as clients see it, for example https://listings.example.com
PUBLIC_URL=/
# See docs/operate/settings.md. Put other settings into settings.env in the same folder; here they have no effect.
RATE_LIMITS=20/1m,100/10m,500/1h
SIGN_UP=on
LOG_LEVEL=info
CORS_ORIGINS=
SETTINGS
