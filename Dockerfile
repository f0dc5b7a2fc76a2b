# The web server; with the command "npm run worker", the worker. docs/operations.md, "Deploy in containers".
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# For the pictures for shared links.
ARG SITE_NAME
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json ./
# Without a second Node, and without what only the build reads: half of the size.
RUN npm ci --omit=dev && npm cache clean --force \
 && cd node_modules && rm -r node-*64 .bin/node lucide-react typescript @typescript
COPY . .
COPY --from=build /app/build build
RUN touch build/complete && install --directory --mode=700 --owner=node /data
ENV HOST=0.0.0.0 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start"]
