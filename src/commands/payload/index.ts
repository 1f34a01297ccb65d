import type { Command } from '../../cli/define.ts'
import { payloadDecode } from './decode.ts'
import { payloadNonceGet, payloadNonceSet } from './nonce.ts'
import { payloadVerify } from './verify.ts'

export const commands: readonly Command[] = [payloadDecode, payloadVerify, payloadNonceGet, payloadNonceSet]
