import { allows, control, moves, output } from '../effects/effect.ts'
import type { ActionTable } from './actions.ts'
import { readerOf } from './effects.ts'

/** Steps of batches that have no selector of their own, by name. */
export const stepActions: ActionTable = {
  DSA_ADD: readerOf({ effects: [control('ownership', 'authority', { of: '@actor' })] }),
  DSA_UPDATE: readerOf({ effects: [control('ownership', 'authorities', { of: '@actor' })] }),
  DSA_PAY: readerOf({ effects: [output('withdrawal', 'to', { gives: [{ token: 'token', amount: 'amount' }] })] }),
  DSA_PULL: readerOf({ effects: [moves({ token: 'token', amount: 'amount' }, '@actor', { from: 'from' })] }),
  DFS_SEND: readerOf({ effects: [moves({ token: 'token', amount: 'amount' }, 'to')] }),
  DFS_APPROVE: readerOf({ effects: [allows('approve', { token: 'token', amount: 'amount' }, 'spender')] }),
  DFS_CHANGE_OWNER: readerOf({ effects: [control('ownership', 'newOwner', { of: '@actor' })] }),
  ZK_BRIDGE: readerOf({ effects: [output('bridge', 'receiver', { gives: [{ token: 'token', amount: 'amount' }] })] }),
  ZK_BRIDGE_LEGACY: readerOf({
    effects: [output('bridge', 'receiver', { gives: [{ token: 'token', amount: 'amount' }] })],
  }),
}
