import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Every route's JavaScript is small; asking the server for the route manifest would cost a round trip per link.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
