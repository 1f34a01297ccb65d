import { quoteWord } from '../../../shared/text/quote-word.ts'
import { POLICIES } from '../../policy/resource.ts'
import { callAddition, ifOffered } from '../../steps/addition.ts'
import { ofLocalService, pass, warn } from '../check.ts'

/** Policies that never apply, contradict themselves, or lack a price. Nothing without policies. */
export const policies = ofLocalService('policies', async (client, { context }) => {
  const all = await ifOffered(
    callAddition(context, POLICIES, (client) => client.call('listPolicies')).then(({ content }) => content),
  )
  if (all.length === 0) return []
  const { content } = await client.call('checkPolicies')
  if (content.length === 0) return [pass(`${all.length}, no problems found`)]
  return content.map(({ policy, clause, text }) =>
    warn(`${policy} ${clause}: ${text}`, `txwarden policy show ${quoteWord(policy)}`),
  )
})
