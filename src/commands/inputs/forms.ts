import { isRecord } from '../../shared/json/json.ts'
import { isMessage, isTransaction, onlyTransactionMembers, type RequestMembers } from './members.ts'

interface Form {
  /** What it is, in words. */
  readonly says: string
  /** By what it is recognised, for one that is not. */
  readonly by: string
  fits(value: RequestMembers): boolean
}

/** Members that only a transaction of a Safe has. */
const ofSafe = ['operation', 'safeTxGas', 'baseGas', 'dataGas', 'gasToken', 'refundReceiver']
const hashesOfSafe = ['safeTxHash', 'contractTransactionHash']

/** The forms that are read. Each is recognised by members that the others do not have. */
const forms = {
  transaction: {
    says: 'a transaction',
    by: 'to, from, value, data or input',
    fits: (value) =>
      !has(value, 'transaction', 'transactions', 'typedData', 'results', 'signatures') &&
      (isTransaction(value) ? has(value, 'from', 'input') || !isOfSafe(value) : onlyTransactionMembers(value)),
  },
  'request-body': {
    says: 'a request body',
    by: 'transaction',
    fits: (value) => has(value, 'transaction') && !isScripted(value),
  },
  'json-rpc': {
    says: 'a JSON-RPC request',
    by: 'method and params',
    fits: (value) => typeof value.method === 'string',
  },
  'raw-transaction': { says: 'a signed transaction', by: 'a text that begins with 0x', fits: () => false },
  'typed-data': {
    says: 'typed data (EIP-712)',
    by: 'types, primaryType, domain and message',
    fits: (value) => has(value, 'types', 'primaryType', 'typedData'),
  },
  authorization: {
    says: 'an authorization (EIP-7702)',
    by: 'chainId, address and nonce',
    fits: (value) => !has(value, 'method', 'types', 'primaryType', 'typedData') && isMessage(value),
  },
  text: { says: 'a text to be signed', by: 'the words of a sign-in (EIP-4361)', fits: () => false },
  'safe-batch': {
    says: 'a batch of the Safe Transaction Builder',
    by: 'transactions with to, value, and data or contractMethod',
    fits: (value) => entriesOf(value).some((each) => !has(each, 'transaction')) || isEmptyBatch(value),
  },
  'safe-transaction': {
    says: 'a transaction of a Safe',
    by: 'operation or safeTxHash beside to, value and data; or a list of the Safe service (results)',
    fits: (value) => isOfSafe(value) || Array.isArray(value.results) || (isRecord(value.data) && isOfSafe(value.data)),
  },
  'forge-broadcast': {
    says: 'a broadcast file of Foundry',
    by: 'transactions with transaction and transactionType',
    fits: (value) =>
      isScripted(value) ||
      entriesOf(value).some((each) => has(each, 'transaction')) ||
      (Array.isArray(value.transactions) && has(value, 'receipts', 'libraries')) ||
      Array.isArray(value.deployments),
  },
  'ignition-journal': {
    says: 'a journal of Hardhat Ignition',
    by: 'lines with type and futureId',
    fits: () => false,
  },
  'user-operation': {
    says: 'a user operation (ERC-4337)',
    by: 'sender and callData',
    fits: (value) => has(value, 'callData') || isRecord(value.userOperation) || isRecord(value.userOp),
  },
} as const satisfies Record<string, Form>

export type InputForm = keyof typeof forms

const inputForms = Object.keys(forms) as readonly InputForm[]

/** The forms that an object fits. */
export function formsOf(value: RequestMembers): readonly InputForm[] {
  return inputForms.filter((name) => forms[name].fits(value))
}

/** A form in words. */
export function formText(form: InputForm): string {
  return forms[form].says
}

/** All forms, with what each is recognised by. */
export function triedForms(): string[] {
  return inputForms.map((name) => `${forms[name].says}: ${forms[name].by}`)
}

function has(value: RequestMembers, ...names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(value, name))
}

function isOfSafe(value: RequestMembers): boolean {
  return has(value, ...ofSafe, ...hashesOfSafe)
}

/** An entry of a broadcast file alone. */
function isScripted(value: RequestMembers): boolean {
  return has(value, 'transaction') && has(value, 'transactionType')
}

function entriesOf({ transactions }: RequestMembers): RequestMembers[] {
  return Array.isArray(transactions) ? transactions.filter(isRecord) : []
}

function isEmptyBatch(value: RequestMembers): boolean {
  return Array.isArray(value.transactions) && value.transactions.length === 0 && has(value, 'meta')
}
