/** Room: The files that people have, as transactions and messages: which form one is, and a reader for each. */

import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { notJson, refuseJsonFault } from '../../cli/input/read-input.ts'
import { refusal, type WardenError } from '../../shared/errors.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'
import { looksLikeSignIn } from '../../shared/texts/sign-in.ts'
import { formsOf, formText, type InputForm, triedForms } from './forms.ts'
import { isJournal, readJournal } from './ignition.ts'
import type { GivenInputs, Inputs, Read } from './input.ts'
import { bodyOf, type RequestMembers } from './members.ts'
import { readBatch } from './safe-batch.ts'
import { readSafeInputs } from './safe-transaction.ts'
import { messageIn, readable } from './signing-request.ts'

/**
 * Reads a file of any form that is known: an object, a list of such, or one a line. What fits two forms is refused, and so is
 * what fits none, with what was tried.
 * @throws WardenError `refused`, or `usage` where a flag has to say what the file does not
 */
export async function readInputs(text: string, given: GivenInputs): Promise<Inputs> {
  const trimmed = text.trim()
  if (trimmed === '') throw refusedError(`${given.name} is empty`)
  return readValue(parsedText(trimmed, given.name), given)
}

/** The same of JSON that is already parsed. */
export async function readValue(value: unknown, given: GivenInputs): Promise<Inputs> {
  const { name } = given
  if (Array.isArray(value) && isJournal(value)) return inputsOf('ignition-journal', readJournal(value, name), name)
  if (!Array.isArray(value)) {
    const form = formOf(value, name)
    return inputsOf(form, await readOne(value, form, given), name)
  }
  const read: Read[] = []
  let form: InputForm | undefined
  for (const [index, each] of value.entries()) {
    const where = `${name}: item ${index + 1}`
    const own = formOf(each, where)
    if (form !== undefined && own !== form)
      throw refusedError(`${where} is ${formText(own)}, and item 1 is ${formText(form)}: one file has one form`)
    form = own
    read.push(...(await readOne(each, own, { ...given, name: where })))
  }
  if (form === undefined) throw refusedError(`${name} has no transactions`)
  return inputsOf(form, read, name)
}

function inputsOf(form: InputForm, read: readonly Read[], name: string): Inputs {
  const [first, ...others] = read.map((each, index) => ({ ...each, position: index + 1 }))
  if (first === undefined) throw refusedError(`${name} is ${formText(form)} and has no transactions`)
  return { form, transactions: [first, ...others] }
}

/** JSON, an object a line, or hex: one signed transaction a line. */
function parsedText(text: string, name: string): unknown {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.every((line) => HEX.test(line.trim()))) return lines.length === 1 ? text : lines.map((line) => line.trim())
  try {
    const value = JSON.parse(text) as unknown
    refuseJsonFault(text, name)
    // A text in JSON may hold the JSON text of an object.
    return typeof value === 'string' && /^\s*[{[]/.test(value) ? parsedText(value.trim(), name) : value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const values = lines.map(parseJson)
    if (lines.length > 1 && values.every(isRecord)) {
      for (const [index, line] of lines.entries()) refuseJsonFault(line, `${name}: object ${index + 1}`)
      return values
    }
    if (/^[{["]/.test(text)) throw notJson(name, error)
    if (looksLikeSignIn(text)) return text
    throw unknownForm(name, `it is neither JSON nor hex digits after 0x; ${notJson('it', error).message}`)
  }
}

const HEX = /^0x[0-9a-f]*$/i

/** The one form that a value fits. @throws WardenError `refused` with what was tried */
function formOf(value: unknown, name: string): InputForm {
  if (typeof value === 'string' && HEX.test(value)) return 'raw-transaction'
  if (typeof value === 'string' && looksLikeSignIn(value)) return 'text'
  if (!isRecord(value)) throw unknownForm(name, 'it is not a JSON object')
  const [form, ...others] = formsOf(value)
  if (form === undefined) throw unknownForm(name, `it has the members ${shownNames(value)}`)
  if (others.length === 0) return form
  const names = [form, ...others].map(formText)
  throw refusedError(`${name} fits ${names.length === 2 ? 'two' : names.length} forms: ${names.join(', ')}`, {
    details: ['Keep the members of one of them: which one counts would be a guess.'],
  })
}

function unknownForm(name: string, why: string): WardenError {
  return refusal('unknown-form', `${name} is none of the forms that are read: ${why}`, {
    details: ['Tried, each by its members:', ...triedForms()],
  })
}

const MOST_NAMES = 8
/** Members by which forms are recognised, for one that is misspelt. */
const MEANT = ['transaction', 'transactions', 'method', 'types', 'primaryType', 'typedData', 'operation', 'callData']

function shownNames(value: RequestMembers): string {
  const names = Object.keys(value)
  const shown = names.slice(0, MOST_NAMES).map((each) => JSON.stringify(each.slice(0, 40)))
  if (shown.length === 0) return 'of an empty object: none'
  const suggestion = names.map((each) => didYouMean(each, MEANT)).find((each) => each !== '') ?? ''
  return `${shown.join(', ')}${names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''}${suggestion}`
}

async function readOne(value: unknown, form: InputForm, given: GivenInputs): Promise<readonly Read[]> {
  const { name } = given
  if (form === 'raw-transaction') {
    return (await import('./requests.ts')).readRequest('eth_sendRawTransaction', [readable(String(value), name)], given)
  }
  const members = value as RequestMembers
  switch (form) {
    case 'transaction':
    case 'request-body':
      return [{ kind: 'transaction', body: bodyOf(members, name) }]
    case 'json-rpc':
      return (await import('./requests.ts')).readRpc(members, given)
    case 'typed-data':
    case 'authorization':
    case 'text':
      return [{ kind: 'message', message: messageIn(value, name) }]
    case 'safe-batch':
      return readBatch(members, name)
    case 'safe-transaction':
      return readSafeInputs(members, name)
    case 'forge-broadcast':
      return (await import('./broadcast.ts')).readBroadcast(members, name)
    case 'user-operation':
      return (await import('./requests.ts')).readOperation(members, given)
    default:
      throw usageError(`${name} is ${formText(form)}, which is not read here`)
  }
}
