import type { Command } from '../../cli/define.ts'
import { payloadDecode } from './decode.ts'
import { payloadNonceGet } from './nonce-get.ts'
import { payloadNonceSet } from './nonce-set.ts'
import { payloadVerify } from './verify.ts'

export const commands: readonly Command[] = [payloadDecode, payloadVerify, payloadNonceGet, payloadNonceSet]
