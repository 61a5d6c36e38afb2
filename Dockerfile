# The service for an external PostgreSQL (DATABASE_URL), with the program of the published package.
FROM node:26-bookworm-slim AS build
WORKDIR /srv/vault-inventory
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY rolldown.config.ts tsconfig.json ./
COPY src src
RUN npm run prepack

FROM node:26-bookworm-slim

ENV NODE_ENV=production HOST=0.0.0.0 LOG_FORMAT=json MALLOC_ARENA_MAX=1
WORKDIR /srv/vault-inventory

# The embedded PostgreSQL and the pinned Node are optional dependencies; the image has a Node of its
# own and its database is elsewhere, so both stay out.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force

COPY LICENSE openapi.json ./
COPY bin bin
COPY console/dist console/dist
COPY migrations migrations
COPY reference reference
COPY --from=build /srv/vault-inventory/dist dist

USER node
EXPOSE 8080
# Alive, not ready: to start it again does not bring its database back. The metrics listen inside
# the container alone, unless METRICS_HOST says otherwise.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: the process itself receives SIGTERM. The options are those of `npm start`.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--max-old-space-size=512", "bin/vault-inventory.js"]
CMD ["serve"]
