import type { BlockHeader } from '../../chain/blocks/block.ts'
import type { Balance } from '../../chain/state/state-reader.ts'
import type { ChainSource } from '../loop/source.ts'
import { readCodes } from './account-states.ts'
import type { Account } from './suspects.ts'

/** Addresses of which it is remembered whether they have code. */
const MAX_REMEMBERED = 10_000

/** Which monitored addresses have code, also that of a delegation (EIP-7702). */
export class Contracts {
  readonly #known = new Map<string, boolean>()

  /** @param balances of the accounts, in their order; the node is asked once about those that come without */
  async of(
    accounts: readonly Account[],
    balances: readonly Balance[],
    header: BlockHeader,
    source: ChainSource,
  ): Promise<Account[]> {
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear()
    for (const [index, { address }] of accounts.entries()) {
      const hasCode = balances[index]?.hasCode
      if (hasCode !== undefined) this.#known.set(address, hasCode)
    }
    const unknown = accounts.map(({ address }) => address).filter((address) => !this.#known.has(address))
    const codes = unknown.length === 0 ? [] : await readCodes(source, unknown, header)
    for (const [index, address] of unknown.entries()) {
      const code = codes[index]
      if (code !== undefined) this.#known.set(address, code !== '0x')
    }
    return accounts.filter(({ address }) => this.#known.get(address))
  }
}
