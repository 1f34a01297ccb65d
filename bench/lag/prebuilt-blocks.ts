import { createHash } from 'node:crypto'
import { type BlockShape, generateBlock } from '../../test/support/chain/generated-blocks.ts'

/** Numbers and times from here on have the same number of digits for years. */
export const FIRST_NUMBER = 0x1_00_00_00
const TEMPLATE_TIME = 0x6a_00_00_00
/** Different blocks of a chain; then they come again with other hashes. */
const TEMPLATES = 8
export const PAID = 10n ** 18n

export function blockHash(chainId: string, number: number): string {
  return `0x${createHash('sha256').update(`block ${chainId} ${number}`).digest('hex')}`
}

interface Bytes {
  readonly text: Buffer
  readonly places: readonly { readonly at: number; readonly of: 'hash' | 'parent' | 'number' | 'time' | 'payment' }[]
}

type Template = Readonly<Record<'block' | 'receipts', Bytes>>

/** JSON of blocks and receipts, made before it is asked for: only hashes, numbers and times are written over. */
export class PrebuiltBlocks {
  readonly #chainId: string
  readonly #templates: readonly Template[]

  /** @param payee gets PAID in each block, in a transaction with a hash of its own */
  constructor(shape: BlockShape, payee: string) {
    this.#chainId = shape.chainId
    this.#templates = Array.from({ length: TEMPLATES }, (_, at) => {
      const from = `0x${createHash('sha256').update(`payer ${at}`).digest('hex').slice(0, 40)}`
      const wanted = [{ from, to: payee, amount: PAID }]
      const made = generateBlock(shape, FIRST_NUMBER + at, { timestamp: TEMPLATE_TIME, wanted })
      const payment = made.block.transactions.find((each) => each.to === payee)?.hash as string
      const marks = {
        hash: made.hash,
        parent: made.block.parentHash as string,
        number: `"0x${(FIRST_NUMBER + at).toString(16)}"`,
        time: `"0x${TEMPLATE_TIME.toString(16)}"`,
        payment,
      }
      return { block: bytesOf(made.block, marks), receipts: bytesOf(made.receipts, marks) }
    })
  }

  get(what: 'block' | 'receipts', number: number, timestamp: number): Buffer {
    const template = this.#templates[number % TEMPLATES] as Template
    const { text, places } = template[what]
    const values = {
      hash: blockHash(this.#chainId, number),
      parent: blockHash(this.#chainId, number - 1),
      number: `"0x${number.toString(16)}"`,
      time: `"0x${timestamp.toString(16)}"`,
      payment: `0x${createHash('sha256').update(`payment ${this.#chainId} ${number}`).digest('hex')}`,
    }
    const copy = Buffer.from(text)
    for (const { at, of } of places) copy.write(values[of], at, 'latin1')
    return copy
  }
}

function bytesOf(json: unknown, marks: Readonly<Record<Bytes['places'][number]['of'], string>>): Bytes {
  const text = Buffer.from(JSON.stringify(json))
  const places = Object.entries(marks).flatMap(([of, mark]) => {
    const found: Bytes['places'][number][] = []
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
      found.push({ at, of: of as keyof typeof marks })
    return found
  })
  return { text, places }
}
