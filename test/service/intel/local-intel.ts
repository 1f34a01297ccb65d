import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, onTestFinished } from 'vitest'
import type { AddressKnowledge } from '../../../src/api/schemas/intel.ts'
import type { IntelAdministration } from '../../../src/service/intel/administration.ts'
import { openService, type Service, type ServiceOptions } from '../../../src/service/service.ts'
import { TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { defaults } from '../../support/open-service.ts'
import { send } from '../../support/requests.ts'

export interface LocalIntel {
  readonly service: Service
  readonly intel: IntelAdministration
  /** All records about an address (any case), on one chain or on all. */
  check(address: string, chainId?: string): Promise<AddressKnowledge>
  readonly clock: TestClock
  readonly folder: string
  readonly database: string
}

/** A service with an empty database of its own, gone when the test ends. */
export async function openLocalIntel(
  env: Readonly<Record<string, string>> = {},
  options: Pick<ServiceOptions, 'feedCatalogue'> = {},
): Promise<LocalIntel> {
  const { local, close } = await startLocalIntel(env, options)
  onTestFinished(close)
  return local
}

/** A test with one: `local`. */
export const test = base.extend('local', () => openLocalIntel())

/** The same for whoever closes it. */
export async function startLocalIntel(
  env: Readonly<Record<string, string>> = {},
  options: Pick<ServiceOptions, 'feedCatalogue'> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-intel-'))
  const { database, keyFolder } = await freshDatabase(folder)
  const clock = new TestClock()
  const service = await openService({ ...defaults(), ...options, database, keyFolder, env, clock })
  const close = async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const check = async (address: string, chainId?: string) => {
    const query = new URLSearchParams({ address, ...(chainId !== undefined && { chainId }) }).toString()
    return send<AddressKnowledge>(service, 'GET', `/ext/v1/intel/addresses?${query}`)
  }
  const local: LocalIntel = { service, intel: await service.intel(), check, clock, folder, database }
  return { local, close }
}

/** Fetches the enabled feed that is due; undefined: none is. */
export const syncDue = async ({ intel }: Pick<LocalIntel, 'intel'>) =>
  (await intel.startDue(new AbortController().signal))?.fetching

/** Rows of our own format as a stream, for a source called "ours". */
export function ours(...rows: readonly string[]) {
  return { format: 'addresses', source: 'ours', from: stream(['address,kind,label', ...rows].join('\n')) } as const
}

export function stream(text: string, name = 'stdin') {
  return { stream: piecesOf(text), name }
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** The address of a number, never a placeholder. */
export function address(index: number): string {
  return `0xadd4e550${index.toString(16).padStart(32, '0')}`
}

export function rowsOf(count: number, label = 'a scam'): string[] {
  return Array.from({ length: count }, (_, index) => `${address(index)},malicious,${label}`)
}
