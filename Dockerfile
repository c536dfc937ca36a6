# syntax=docker/dockerfile:1
# Two stages: build, then run. The image has only what the service needs at run time. It runs as an unprivileged user on
# a read-only root file system; persistent data is in the volume /data.

FROM node:24.21-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
COPY lib/commands/image/package.json lib/commands/image/package-lock.json lib/commands/image/
RUN npm ci --omit=dev --no-audit --no-fund && npm ci --prefix lib/commands/image --no-audit --no-fund
COPY . .
RUN npm run build && node lib/commands/image/collect-files.mjs /image

FROM debian:bookworm-slim AS run
LABEL org.opencontainers.image.title="Satchel" \
      org.opencontainers.image.description="What a Solana account holds, and which ERC-4337 smart account belongs to a Bitcoin key" \
      org.opencontainers.image.version="0.8.0" \
      org.opencontainers.image.licenses="MIT"
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    NEXT_TELEMETRY_DISABLED=1
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin satchel \
 && mkdir /data && chown satchel:satchel /data
# Node without npm, and its licence.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /usr/local/LICENSE /usr/local/share/doc/node/LICENSE
COPY --from=build /image/ ./
COPY lib/commands/image/entrypoint.sh /usr/local/bin/satchel
# A number, because Kubernetes cannot verify that a name is not root.
USER 10001:10001
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["satchel"]
