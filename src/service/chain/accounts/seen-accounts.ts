import type { Clock } from '../../../shared/time/clock.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { chainAccounts, saveChainAccounts } from '../../store/repositories/chain-accounts.ts'
import type { ChainAccountRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import type { SeenCode } from './age.ts'

/** Rows that no verdict used for so long are deleted. */
const KEPT_MS = 90 * DAY_MS
/** Rows in use are written again after this time. */
const RENEWED_MS = 30 * DAY_MS

/**
 * Verdicts remember of accounts which code was at an address, and since when. That stays true, so it may quiet a
 * finding later, and it gives the age also where a node has no old states.
 *
 * Nothing else is kept. Kind, code hash, proxy slots, owners and token metadata come with the one call that has to be made
 * anyway, at the block of the verdict: keeping them would save no request, and hide a change.
 */
export interface SeenAccounts {
  /** Adds what is known about the addresses (lower case) to `seen`. A database that cannot be read costs no verdict. */
  load(chainId: string, addresses: readonly string[], seen: Map<string, SeenCode>): Promise<void>
  /** Writes what is new; a verdict does not wait for it. Never throws. */
  save(chainId: string, codes: readonly SeenCode[]): Promise<void>
  /** Resolves when all of it is written. */
  idle(): Promise<void>
}

export function seenAccounts({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly clock: Clock
}): SeenAccounts {
  const rowsOf = (chainId: string, addresses: readonly string[]) =>
    chainAccounts(
      store.read,
      addresses.map((address) => ({ chainId, address })),
    ).catch((): ChainAccountRow[] => [])
  const write = async (chainId: string, codes: readonly SeenCode[]) => {
    const now = clock.now()
    const stored = await rowsOf(
      chainId,
      codes.map(({ address }) => address),
    )
    const byAddress = new Map(stored.map((row) => [row.address, row]))
    const rows = codes
      .filter((code) => isNews(code, byAddress.get(code.address), now))
      .map((code) => ({ chain_id: chainId, ...code, recorded_at: now }))
      // Servers of one database lock rows in the same order.
      .sort((a, b) => (a.address < b.address ? -1 : 1))
    if (rows.length > 0) await store.write((db) => saveChainAccounts(db, rows, now - KEPT_MS)).catch(() => {})
  }
  /** What is being written: the next verdict may come before the commit. */
  const writing = new Map<Promise<void>, { readonly chainId: string; readonly codes: readonly SeenCode[] }>()
  return {
    async load(chainId, addresses, seen) {
      const unwritten = Array.from(writing.values()).filter((each) => each.chainId === chainId)
      for (const { address, fingerprint, since } of await rowsOf(chainId, addresses))
        seen.set(address, { address, fingerprint, since: Number(since) })
      for (const code of unwritten.flatMap(({ codes }) => codes))
        if (addresses.includes(code.address)) seen.set(code.address, code)
    },
    save(chainId, codes) {
      const written = write(chainId, codes).finally(() => writing.delete(written))
      writing.set(written, { chainId, codes })
      return written
    },
    async idle() {
      await Promise.all(writing.keys())
    },
  }
}

function isNews({ fingerprint, since }: SeenCode, row: ChainAccountRow | undefined, now: number): boolean {
  if (row?.fingerprint !== fingerprint) return true
  return since < Number(row.since) || Number(row.recorded_at) < now - RENEWED_MS
}
