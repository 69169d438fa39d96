# syntax=docker/dockerfile:1
# One file for every service, for any platform that the base image has:
#
#   docker build --build-arg SERVICE=gateway --tag plat/gateway .
#   docker buildx build --platform linux/amd64,linux/arm64 --build-arg SERVICE=gateway …
#
# Everything is built on the builder's own platform: what is copied from there is JavaScript and TypeScript alone.

ARG NODE_IMAGE=node:24-bookworm-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS tools
WORKDIR /tools
# The versions of package.json and pnpm-workspace.yaml.
RUN npm install --ignore-scripts --no-audit --no-fund --no-save pnpm@12.21.0 turbo@2.11.11
ENV PATH=/tools/node_modules/.bin:$PATH
ENV TURBO_TELEMETRY_DISABLED=1

FROM tools AS prune
ARG SERVICE
WORKDIR /source
COPY . .
RUN turbo prune "@plat/${SERVICE}" --production --docker --out-dir /pruned

# The web page, which the gateway serves.
FROM tools AS page
ARG SERVICE
WORKDIR /page
COPY . .
RUN mkdir -p dist \
 && if [ "${SERVICE}" = gateway ] && [ -d apps/dashboard ]; then \
      pnpm install --prod --frozen-lockfile --ignore-scripts --filter "@plat/dashboard..." \
      && node apps/dashboard/build/main.ts dist; \
    fi

FROM tools AS app
ARG SERVICE
WORKDIR /app
# Manifests first: a change of code alone installs nothing anew. Then without what Node never reads; licences stay.
COPY --from=prune /pruned/json/ ./
RUN pnpm install --prod --frozen-lockfile --ignore-scripts \
 && find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name 'README*' -o -name 'CHANGELOG*' \) -delete
COPY --from=prune /pruned/full/ ./
COPY --from=page /page/dist/ ./dashboard/
COPY deploy/healthcheck.mjs ./
RUN ln -s "services/${SERVICE}" service

FROM ${NODE_IMAGE}
ARG SERVICE
ARG VERSION=0.0.0-local
ARG REVISION=unknown
LABEL org.opencontainers.image.title="plat-${SERVICE}" \
      org.opencontainers.image.description="Plat, a property listing service: ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
# Compiled code is kept where the container has a writable /tmp; glibc gives large freed blocks back (password hashes).
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    DASHBOARD_DIR=/app/dashboard \
    OPS_PORT=9090
WORKDIR /app
# Owned by root: the user below can read it and no more.
COPY --from=app /app/ ./
USER 1000:1000
# 8080: the gateway's HTTP interface; 9090: health and metrics of every service.
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "healthcheck.mjs"]
CMD ["node", "service/src/main.ts"]
