import { callbackify } from 'node:util';
import { Resolver } from 'node:dns/promises';
import { BlockList, type LookupFunction } from 'node:net';

/** IPv4 addresses outside the public internet (IANA, special-purpose address registry). */
const specialIpv4 = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared by customers of a provider'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local, also the metadata of a cloud'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'AMT'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, and broadcast'],
] as const;

/** The only IPv6 range in public use. Loopback, link-local, mapped and NAT64 addresses are outside this range. */
const GLOBAL_UNICAST = ['2000::', 3] as const;

/** The ranges inside the public IPv6 range that are not public. */
const specialIpv6 = [
  ['2001::', 23, 'protocol assignments, such as Teredo'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
] as const;

const special = new BlockList();
for (const [network, prefix] of specialIpv4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of specialIpv6) special.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet(...GLOBAL_UNICAST, 'ipv6');

/** Whether an IP address is on the public internet. */
export const isPublicAddress = (address: string): boolean =>
  address.includes(':')
    ? globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
    : !special.check(address, 'ipv4');

/** A name has an address that must not be called. */
export class AddressRefused extends Error {}

/** A resolver of host names for one request. */
export interface Lookup {
  lookup: LookupFunction;
  /** Cancels pending look-ups. */
  cancel: () => void;
}

interface LookupOptions {
  /** The DNS servers to ask, with their ports; by default those of this machine. */
  servers?: readonly string[];
  isAllowed?: (address: string) => boolean;
}

/** The time limit of a server in milliseconds, and the number of attempts. */
const dnsOptions = { timeout: 2_000, tries: 2 };

/**
 * A look-up that returns exactly the addresses that it validated, so that the name cannot change its meaning before the
 * connection. If any of them is not public, it refuses the connection. It asks DNS itself, so a slow server delays no
 * other request, as with the few parallel look-ups of the operating system.
 */
export function guardedLookup({ servers, isAllowed = isPublicAddress }: LookupOptions = {}): Lookup {
  const resolver = new Resolver(dnsOptions);
  if (servers) resolver.setServers(servers);

  async function validatedAddresses(hostname: string) {
    const outcomes = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = outcomes.flatMap((outcome, index) =>
      outcome.status === 'fulfilled'
        ? outcome.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    const [lookup] = outcomes;
    if (addresses.length === 0) throw lookup.status === 'rejected' ? lookup.reason : new AddressRefused();
    if (!addresses.every(({ address }) => isAllowed(address))) throw new AddressRefused();
    return addresses;
  }

  const lookUpByCallback = callbackify(validatedAddresses);

  return {
    lookup: (hostname, options, callback) =>
      lookUpByCallback(hostname, (error, addresses) => {
        if (error) {
          callback(error, []);
          return;
        }
        const [address] = addresses;
        if (options.all || !address) callback(null, addresses);
        else callback(null, address.address, address.family);
      }),
    cancel: () => resolver.cancel(),
  };
}
