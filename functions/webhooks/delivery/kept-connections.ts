import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** How long a connection is kept that carries nothing, in milliseconds: many servers close such a one after 5 seconds. */
const IDLE_MILLIS = 4_000;

/** Connections that the requests to one receiver share, one request after the other. */
export interface KeptConnections {
  /** The agent for a protocol as `URL` writes it, such as `https:`. It knows no proxy. */
  agentFor: (protocol: string) => HttpAgent;
  close: () => void;
}

/** Opens nothing before the first request. A new connection makes its own TLS handshake, without an earlier session. */
export function keptConnections(): KeptConnections {
  const kept = { keepAlive: true, timeout: IDLE_MILLIS };
  const http = new HttpAgent(kept);
  const https = new HttpsAgent({ ...kept, maxCachedSessions: 0 });
  return {
    agentFor: (protocol) => (protocol === 'https:' ? https : http),
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
}
