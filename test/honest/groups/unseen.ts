import { callData } from '../../../bench/detection/unseen/index.ts'
import { messages } from '../../../bench/detection/unseen/messages.ts'
import { month } from '../../../bench/detection/unseen/month.ts'
import { firstSentenceCases } from '../../first-sentences/index.ts'
import { FRIEND, ME, PAYEE } from '../../first-sentences/sentence-case.ts'
import type { HonestCase, HonestGroup } from '../honest-case.ts'

/** It accepts any output, and is BLOCKED for that. */
const UNPROTECTED = 'decreaseLiquidity'

/** Whether a call or message names somebody else than its sender and contracts. */
function namesOthers(sent: object): boolean {
  const text = JSON.stringify(sent, (_, value) => (typeof value === 'bigint' ? `${value}` : value)).toLowerCase()
  return [FRIEND, PAYEE].some((address) => text.includes(address.slice(2).toLowerCase()))
}

/** The honest sides of the sets that were written without the rules, and the calls and messages whose first sentences are tested. */
export const unseen: readonly HonestGroup[] = [
  { name: 'unseen calls', cases: callData.flatMap(({ honest }) => honest) },
  { name: 'unseen messages', cases: messages.honest },
  { name: 'a month', cases: month },
  {
    name: 'ordinary calls and messages',
    cases: firstSentenceCases
      .filter((each) => !namesOthers(each) && each.title !== UNPROTECTED)
      .map(({ protocol, title, ...sent }): HonestCase => {
        const about = { id: `${protocol}: ${title}`, what: `${title}.`, source: protocol, from: ME.toLowerCase() }
        if ('typedData' in sent) return { ...about, typedData: sent.typedData }
        const { authorizations, to, ...call } = sent
        return {
          ...about,
          ...call,
          to: to.toLowerCase(),
          ...(authorizations && {
            authorizations: authorizations.map((each) => ({ ...each, nonce: BigInt(each.nonce) })),
          }),
        }
      }),
  },
]
