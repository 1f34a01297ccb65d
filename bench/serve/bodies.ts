import { Random } from '../detection/random.ts'
import { call, word } from '../detection/words.ts'

/** Bodies of validations as a treasury sends them: plain payments, token transfers, approvals; the same ones on every run. */
export function validationBodies(count: number): string[] {
  const random = new Random(7)
  return Array.from({ length: count }, (_, index) => {
    const from = random.address()
    const to = random.address()
    const transaction = { from, to, chainId: '1', ...content(index % 3, random) }
    return JSON.stringify({ transaction, trackNonce: false })
  })
}

function content(kind: number, random: Random): { value: string; data: string } {
  if (kind === 0) return { value: String(10n ** 18n), data: '0x' }
  const amount = word(random.next() + 1)
  const data =
    kind === 1 ? call('0xa9059cbb', word(random.address()), amount) : call('0x095ea7b3', word(random.address()), amount)
  return { value: '0', data }
}
