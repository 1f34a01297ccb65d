import type { ChainAccount } from '../../src/service/risk/chain/account.ts'
import type { ChainObservation } from '../../src/service/risk/chain/observation.ts'

/** What a node says about a contract that was there three days ago; nothing was simulated. */
export function oldContract(address: string): ChainObservation {
  const account: ChainAccount = {
    address,
    kind: 'contract',
    balance: 0n,
    nonce: 1,
    codeSize: 1000,
    codeHash: undefined,
    delegate: undefined,
    proxy: undefined,
    safe: undefined,
    token: undefined,
    owner: undefined,
    hadCodeBefore: true,
  }
  return {
    node: 'node.example',
    block: undefined,
    accounts: new Map([[address, account]]),
    simulation: {
      status: 'unavailable',
      method: 'none',
      reason: undefined,
      trace: undefined,
      isMeasured: false,
      changes: [],
      claims: [],
      approvals: [],
      lowered: [],
      differences: [],
      slots: [],
      control: [],
      safes: [],
      simulated: 'transaction',
    },
    missing: [],
  }
}
