import type { PolicyGiven } from '../../../api/schemas/policy.ts'
import { DRAFT_NAME, MAX_LEFT_OUT, type PolicyDraft } from '../../../api/schemas/policy-draft.ts'
import type { PolicyReplay } from '../../../api/schemas/policy-replay.ts'
import { listNames } from '../../store/repositories/names.ts'
import type { RescreenControl, RescreenDeps } from '../deps.ts'
import { eachReplayed } from '../replay/each-replayed.ts'
import { compileGiven, replayPolicies } from '../replay/replay-policies.ts'
import { Drafter } from './drafter.ts'

export interface DraftRequest {
  readonly since: string
  readonly sender?: string | undefined
  readonly name?: string | undefined
}

/** Drafts, and replays the draft: it says itself what it does not allow of what passed. */
export async function draftPolicy(
  deps: RescreenDeps,
  { since, sender, name = DRAFT_NAME }: DraftRequest,
  control: RescreenControl,
): Promise<PolicyDraft> {
  const drafter = new Drafter()
  const asked: PolicyGiven = {
    name,
    mode: 'observe',
    ...(sender && { applies: { senders: [sender] } }),
    default: 'allow',
  }
  const policies = await compileGiven(deps, [asked])
  const isRead = await eachReplayed(deps, { since, policies }, control, (each) => drafter.add(each))
  // The first counts.
  const names = new Map((await listNames(deps.reads.db)).toReversed().map((each) => [each.address_key, each.name]))
  const { policy, notes } = drafter.draft({ name, sender }, (address) => names.get(address.toLowerCase()))
  const { content, summary, isDone } = await replayPolicies(deps, { since, policies: [policy] }, control)
  return {
    policy,
    notes,
    leftOut: leftOutOf(content, drafter.faults),
    summary: { passed: drafter.passed, leftOut: summary.blocked },
    isDone: isRead && isDone,
  }
}

/** With one reason each. */
function leftOutOf(content: PolicyReplay['content'], faults: ReadonlyMap<string, string>): PolicyDraft['leftOut'] {
  const blocked = content.filter(({ wasValid, result }) => wasValid && result !== 'allow')
  const first = new Map(blocked.toReversed().map(({ svcTxId, at, text }) => [svcTxId, { svcTxId, at, text }]))
  return [...first.values()]
    .toReversed()
    .slice(0, MAX_LEFT_OUT)
    .map((each) => ({ ...each, text: faults.get(each.svcTxId) ?? each.text }))
}
