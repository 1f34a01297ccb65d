import { lazily } from '../../../../shared/lazily.ts'
import { SELECTOR_LENGTH } from '../../../evm/words.ts'
import { argumentsAs } from '../arguments.ts'
import { type Signature, signature } from '../signatures.ts'
import { type InnerCall, selfOf, type Unwrap, type UnwrapTable } from './inner-call.ts'

/** Steps of a user's account, by the selector or the number of the step; the account runs them as its own code. */
type Steps = ReadonlyMap<string, Signature>

function steps(rows: Readonly<Record<string, string>>): () => Steps {
  return lazily(() => new Map(Object.entries(rows).map(([id, text]) => [id, signature('', text)])))
}

/**
 * Instadapp: functions of its connectors. What they borrow and withdraw stays in the account, unless they name a
 * receiver.
 */
const connectorSteps = steps({
  '0x0a3b0a4f': 'DSA_ADD(address authority)',
  '0x29092d0e': 'DSA_REMOVE(address authority)',
  '0xa23bbefd': 'DSA_UPDATE(address[] authorities)',
  '0x4bd3ab82': 'DSA_PAY(address token, uint256 amount, address to, uint256 getId, uint256 setId)',
  '0xd3f06629': 'DSA_PULL(address token, uint256 amount, address from, uint256 getId, uint256 setId)',
  '0xce88b439': 'DSA_DEPOSIT(address token, uint256 amount, uint256 getId, uint256 setId)',
  '0x4532d776': 'DSA_WITHDRAW(address token, uint256 amount, uint256 getId, uint256 setId)',
  '0x38baa4c2': 'DSA_BORROW(address token, uint256 amount, uint256 getId, uint256 setId)',
  '0x6abcd3de': 'DSA_BORROW(address token, uint256 amount, uint256 rateMode, uint256 getId, uint256 setId)',
  '0xa33d406f': 'DSA_PAYBACK(address token, uint256 amount, uint256 getId, uint256 setId)',
  '0x4e5e60e7': 'DSA_PAYBACK(address token, uint256 amount, uint256 rateMode, uint256 getId, uint256 setId)',
  '0x50bb9a75': 'DSA_DEPOSIT(string market, uint256 amount, uint256 getId, uint256 setId)',
  '0x7008dc75': 'DSA_WITHDRAW(string market, uint256 amount, uint256 getId, uint256 setId)',
  '0xcdcb4b29': 'DSA_BORROW(string market, uint256 amount, uint256 getId, uint256 setId)',
  '0xe3e28b59': 'DSA_PAYBACK(string market, uint256 amount, uint256 getId, uint256 setId)',
})

const cast: Unwrap = (frame, args) => {
  const { connectors, data } = argumentsAs<{ connectors: readonly string[]; data: readonly string[] }>(args)
  const calls = data.slice(0, connectors.length).map((each) => {
    const id = each.slice(0, SELECTOR_LENGTH)
    return step(frame, id, `0x${each.slice(SELECTOR_LENGTH)}`, connectorSteps().get(id))
  })
  return connectors.length === data.length ? { calls } : { calls, fault: 'its arrays differ in length' }
}

/** DeFi Saver: by the start of the hash of its name. */
const recipeSteps = steps({
  '0x02abc227': 'DFS_SEND(address token, address to, uint256 amount)',
  '0xbb8027f4': 'DFS_APPROVE(address token, address spender, uint256 amount)',
  '0x67314f12': 'DFS_CHANGE_OWNER(address newOwner)',
})

interface Recipe {
  readonly callData: readonly string[]
  readonly actionIds: readonly string[]
}

/** Other actions are not read; a recipe may also replace arguments while it runs. */
const recipe: Unwrap = (frame, args) => {
  const { callData, actionIds } = argumentsAs<{ recipe: Recipe }>(args).recipe
  const calls = callData.slice(0, actionIds.length).map((data, index) => {
    const id = actionIds[index] ?? ''
    return step(frame, id, data, recipeSteps().get(id))
  })
  return actionIds.length === callData.length ? { calls } : { calls, fault: 'its arrays differ in length' }
}

function step(frame: Parameters<Unwrap>[0], id: string, data: string, known: Signature | undefined): InnerCall {
  const self = selfOf(frame)
  const candidates = known ? [known] : []
  return { actor: self, to: self, value: 0n, operation: 'command', data, command: { id, candidates } }
}

export const recipeUnwraps: UnwrapTable = { '0x9304c934': cast, '0x0c2c8750': recipe }
