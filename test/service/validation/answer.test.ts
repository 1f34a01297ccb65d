import { expect, test } from 'vitest'
import { checksummed } from '../../../src/api/address.ts'
import { explanation, type UnaccountedItem } from '../../../src/api/schemas/transaction.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import { assessRisk } from '../../../src/service/risk/assess.ts'
import { wordsOf } from '../../../src/service/risk/summary/words.ts'
import { word } from '../../../src/service/validation/answer.ts'
import { evidence, stranger, transaction } from '../risk/situation.ts'

function explained(unaccounted?: readonly UnaccountedItem[]) {
  const [analysis, known] = [analyze(transaction({ value: 1n })), evidence({})]
  const assessment = assessRisk(analysis, known, { blockThreshold: 70 })
  const loss = { usd: null, isReported: false, missing: [], priceOf: () => undefined }
  const found = { ...assessment.explanation, ...(unaccounted && { unaccounted }) }
  return word({
    analysis,
    observation: undefined,
    assessment: { ...assessment, explanation: found },
    evidence: known,
    entries: [],
    loss,
    words: wordsOf(analysis, known),
  }).result.explanation
}

test('what is not accounted for is answered as it was found, with checksums in addresses', () => {
  const found: UnaccountedItem[] = [
    { kind: 'address', address: stranger, text: 'a stranger, the pool of swapExactIn', path: 'swapExactIn.pools' },
    {
      kind: 'position',
      value: '31337',
      text: 'position 31337 of increaseLiquidity',
      path: 'increaseLiquidity.tokenId',
    },
  ]
  const answered = explained(found)
  expect(answered.unaccounted).toEqual([{ ...found[0], address: checksummed(stranger) }, found[1]])
  expect(explanation().parse(answered)).toEqual(answered)
})

test('the member is absent where everything is accounted for', () => {
  expect(explained([])).not.toHaveProperty('unaccounted')
})
