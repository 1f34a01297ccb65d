import { NATIVE } from '../../evm/asset.ts'
import type { AssetAmount } from '../../evm/holdings.ts'
import { isNothing } from '../chain/dust.ts'
import { measuredBy } from '../chain/read-observation.ts'
import type { Facts } from '../facts.ts'
import { isOpenExecutor } from '../parties/controlled-accounts.ts'
import type { Detector } from './detector.ts'

export const relayedTransfer: Detector = {
  id: 'relayed-transfer',
  about: 'sender',
  summary:
    'A contract that the sender calls moves tokens of the sender by an earlier allowance to an unknown address, as the call data instructs, and nothing, or from such as Multicall3 no listed token, comes back.',
  why: 'WARNING 60, also when the called contract is well known. The author of the call data chooses who gets the tokens; wallets show the name of the called contract.',
  origin: 'Drains by allowances for contracts that make any call for anyone, such as Multicall3.',
  examples: {
    attack: 'Multicall3 is instructed to send all USDC of the sender to an address that no source knows.',
    nearMiss: 'The sender pays the same address by a transfer of its own.',
    evasion:
      'The call is wrapped in a function of a smart account: it is found. A transfer that only the called code chooses is not.',
  },
  reads: ['transfers'],
  detect(facts) {
    const { transfers, transaction, own, evidence, byUnknown, reputationOf, addressText } = facts
    const net = netOf(facts)
    const lost = new Set(net.filter(({ amount }) => amount < 0n).map(({ token }) => token))
    const back = net.filter((change) => change.amount > 0n && !isNothing(change, evidence))
    const worthless = back.every(({ token }) => token !== NATIVE && reputationOf(token).trustedBy === undefined)
    const relayed = transfers.filter(({ call, from, authority, asset }) => {
      if (call.inTrace || !own.has(from) || call.actor === from || own.has(authority)) return false
      if (authority === call.actor || !lost.has(asset.token)) return false
      return back.length === 0 || (worthless && isOpenExecutor(call.actor, transaction.chainId))
    })
    const nameOf = (address = '') => addressText(address)
    return byUnknown(relayed).map(([authority, made]) => ({
      points: 60,
      subject: authority,
      text: `gets tokens that ${nameOf(made[0]?.call.actor)} takes from ${nameOf(made[0]?.from)} by an earlier allowance, and is unknown`,
    }))
  },
}

/** What leaves and comes back, by a trace that shows all effects or by measured balances. */
function netOf({ changes, evidence }: Facts): readonly AssetAmount[] {
  if (changes?.isComplete) return changes.net
  return measuredBy(evidence)?.changes ?? []
}
