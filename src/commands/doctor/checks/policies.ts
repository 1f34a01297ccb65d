import { quoteWord } from '../../../shared/text/quote-word.ts'
import { POLICIES } from '../../policy/resource.ts'
import { callAddition, ifOffered } from '../../steps/addition.ts'
import { type Check, pass, warn } from '../check.ts'

/** Policies that never apply, contradict themselves, or lack a price. Nothing without policies. */
export const policies: Check = {
  name: 'policies',
  look: async (subject) => {
    if (!(await subject.isUsable())) return []
    const { context } = subject
    const all = await ifOffered(
      callAddition(context, POLICIES, (client) => client.call('listPolicies')).then(({ content }) => content),
    )
    if (all.length === 0) return []
    const { content } = await (await subject.client()).call('checkPolicies')
    if (content.length === 0) return [pass(`${all.length}, no problems found`)]
    return content.map(({ policy, clause, text }) =>
      warn(`${policy} ${clause}: ${text}`, `txwarden policy show ${quoteWord(policy)}`),
    )
  },
}
