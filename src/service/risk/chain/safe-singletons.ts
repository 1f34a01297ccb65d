/** A released singleton of Safe. */
export interface SafeCode {
  readonly name: string
  /** As `VERSION()` says, without `+L2`. */
  readonly version: string
}

/**
 * Singletons of Safe by the hash of their code: safe-global/safe-deployments at d0989c95 (`canonical` and `eip155`, which the chains of
 * the interface have). They have no immutables, so that a copy at another address has the same hash.
 */
const singletons: ReadonlyMap<string, SafeCode> = new Map(
  [
    ['0xe1f1593df76e69abc2d692792c80f329457551d5e83dde597546a1d58764da80', 'Safe 1.0.0', '1.0.0'] as const,
    ['0x56b8be58b5ad629a621593a2e5e5e8e9a28408dc06e95597497b303902772e45', 'Safe 1.1.1', '1.1.1'] as const,
    ['0x2ae2d1231f0d754a7fa4f5e5d0e5554085e1b500d8e09f95aaaaa3f49c0db922', 'Safe 1.2.0', '1.2.0'] as const,
    ['0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e', 'Safe 1.3.0', '1.3.0'] as const,
    ['0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f', 'Safe L2 1.3.0', '1.3.0'] as const,
    ['0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4', 'Safe 1.4.1', '1.4.1'] as const,
    ['0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff', 'Safe L2 1.4.1', '1.4.1'] as const,
    ['0xdda019cbd7c867a533a2a86e5c53434fdc50b13122b5a5ddb4a8df61b31c20f2', 'Safe 1.5.0', '1.5.0'] as const,
    ['0x180193227186ccb85316c94db1f0d156ed932b14712cfaac78901899178572dc', 'Safe L2 1.5.0', '1.5.0'] as const,
  ].map(([hash, name, version]) => [hash, { name, version }]),
)

/**
 * Proxies that a Safe is created as, by the hash of their code. The proxy factories of these versions, whose hashes
 * safe-deployments has, contain it.
 */
const proxies: ReadonlyMap<string, string> = new Map([
  ['0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5', 'Safe proxy 1.1.1'],
  ['0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000', 'Safe proxy 1.3.0'],
  ['0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c', 'Safe proxy 1.4.1'],
  ['0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f', 'Safe proxy 1.5.0'],
])

/** The release of Safe that a contract with this code hash is; undefined: none. */
export function safeSingletonOf(codeHash: string): SafeCode | undefined {
  return singletons.get(codeHash)
}

/** The proxy that an account with this code hash is; undefined: not one of a known release, so that it can run other code than its first slot names. */
export function safeProxyOf(codeHash: string): string | undefined {
  return proxies.get(codeHash)
}
