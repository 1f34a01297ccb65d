import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AbiParameters } from 'ox'
import { TOOLS } from '../needs.ts'
import type { TestChain } from './test-chain.ts'

export const safeVersions = ['1.1.1', '1.3.0', '1.4.1', '1.5.0'] as const
export type SafeVersionName = (typeof safeVersions)[number]

interface Compiled {
  readonly bytecode: string
  readonly deployedBytecode: string
}

/** A contract of the npm package of a version of Safe, which `npm run tools` installs. @param path without .json */
export function safeContract(version: SafeVersionName, path: string): Compiled {
  const root = join(TOOLS, '..', `safe-contracts-${version}/build`)
  const [file = '', name = ''] = path.split(':')
  const old = join(root, 'contracts', `${name}.json`)
  const found = existsSync(old) ? old : join(root, 'artifacts/contracts', `${file}.sol`, `${name}.json`)
  return JSON.parse(readFileSync(found, 'utf8')) as Compiled
}

/** Where the packages have the contracts whose names changed. */
const singletons = { '1.1.1': 'GnosisSafe', '1.3.0': 'GnosisSafe', '1.4.1': 'Safe', '1.5.0': 'Safe' } as const
const proxies = {
  '1.1.1': 'proxies/Proxy:Proxy',
  '1.3.0': 'proxies/GnosisSafeProxy:GnosisSafeProxy',
  '1.4.1': 'proxies/SafeProxy:SafeProxy',
  '1.5.0': 'proxies/SafeProxy:SafeProxy',
} as const

const NOBODY = `0x${'0'.repeat(40)}`

/** Creates a contract of a Safe package. @param parameters of its constructor, for example `address` */
export async function createOfSafe(
  chain: TestChain,
  [from, version, path]: readonly [from: string, version: SafeVersionName, path: string],
  parameters = '',
  ...args: readonly unknown[]
): Promise<string> {
  const encoded =
    parameters === ''
      ? ''
      : AbiParameters.encode(AbiParameters.from(parameters) as AbiParameters.AbiParameters, args as never)
  const { contractAddress } = await chain.send({ from, data: safeContract(version, path).bytecode + encoded.slice(2) })
  if (contractAddress === null) throw new Error(`no contract ${path} was created`)
  return contractAddress.toLowerCase()
}

export interface RealSafe {
  readonly safe: string
  readonly singleton: string
}

/** Creates a Safe with the real contracts of a version. */
export async function createSafe(
  chain: TestChain,
  from: string,
  version: SafeVersionName,
  { owners, threshold, handler = NOBODY }: { owners: readonly string[]; threshold: number; handler?: string },
): Promise<RealSafe> {
  const name = singletons[version]
  const singleton = await createOfSafe(chain, [from, version, `${name}:${name}`])
  const safe = await createOfSafe(chain, [from, version, proxies[version]], 'address', singleton)
  const setup = 'setup(address[],uint256,address,bytes,address,address,uint256,address)'
  await chain.invoke(from, safe, setup, owners, BigInt(threshold), NOBODY, '0x', handler, NOBODY, 0n, NOBODY)
  return { safe, singleton }
}
