import { call, packed } from '../../../../bench/detection/adversarial/encode.ts'
import { MULTI_SEND } from '../../../../bench/detection/adversarial/protocols.ts'
import { allow, SAFE } from '../../../../bench/detection/adversarial/row.ts'
import { safeTxMessage } from '../../../support/safe-tx.ts'
import type { HonestMessage } from '../../honest-case.ts'
import { ALLOWANCE_MODULE, code, enable, HANDLER_141, handle, MODULE_4337, SAFE_MIGRATION } from './code-changes.ts'

function safeTx(id: string, what: string, to: string, data: string, operation = 0): HonestMessage {
  return {
    id,
    what,
    source: 'Safe: SafeTx (EIP-712)',
    typedData: safeTxMessage({ chainId: 1, verifyingContract: SAFE }, { to, data, operation, nonce: '12' }),
  }
}

const packedCall = (to: string, data: string) => packed([8, 0], to, [256, 0n], [256, (data.length - 2) / 2], data)

export const messages: readonly HonestMessage[] = [
  safeTx('message-handler', 'The owners sign the handler of version 1.4.1.', SAFE, handle(HANDLER_141)),
  safeTx('message-module', 'The owners sign the allowance module.', SAFE, enable(ALLOWANCE_MODULE)),
  safeTx('message-migration', 'The owners sign a new version.', SAFE_MIGRATION, call('migrateL2Singleton()'), 1),
  safeTx(
    'message-4337',
    'The owners sign the module and handler of ERC-4337.',
    MULTI_SEND,
    call('multiSend(bytes)', packed(packedCall(SAFE, enable(MODULE_4337)), packedCall(SAFE, handle(MODULE_4337)))),
    1,
  ),
  {
    ...safeTx('message-own-module', 'The owners sign a module on the allow list.', SAFE, enable(code)),
    lists: [allow(code)],
  },
]
