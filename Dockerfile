# syntax=docker/dockerfile:1
# One file for every service, on every platform of the base image:
#
#   docker build --build-arg SERVICE=gateway --tag plat/gateway .
#   docker buildx build --platform linux/amd64,linux/arm64 --build-arg SERVICE=gateway …
#
# Everything is built on the builder's platform, because only JavaScript and TypeScript are copied into the image.

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

# The dashboard, which the gateway serves.
FROM tools AS dashboard
ARG SERVICE
WORKDIR /dashboard
COPY . .
RUN mkdir -p dist \
 && if [ "${SERVICE}" = gateway ] && [ -d apps/dashboard ]; then \
      pnpm install --prod --frozen-lockfile --ignore-scripts --filter "@plat/dashboard..." \
      && node apps/dashboard/build/main.ts dist; \
    fi

FROM tools AS app
ARG SERVICE
WORKDIR /app
# Manifests first: a change of code does not reinstall dependencies. Removes files that Node never reads, except licences.
COPY --from=prune /pruned/json/ ./
RUN pnpm install --prod --frozen-lockfile --ignore-scripts \
 && find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name 'README*' -o -name 'CHANGELOG*' \) -delete
COPY --from=prune /pruned/full/ ./
COPY --from=dashboard /dashboard/dist/ ./dashboard/
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
# The compile cache needs a writable /tmp. glibc returns large freed blocks (password hashes) to the system.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    DASHBOARD_DIR=/app/dashboard \
    OPS_PORT=9090
WORKDIR /app
# Owned by root: the user below can only read it.
COPY --from=app /app/ ./
USER 1000:1000
# 8080: the gateway's HTTP interface; 9090: health and metrics of every service.
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "healthcheck.mjs"]
CMD ["node", "service/src/main.ts"]
