import type { Command } from '../../cli/define.ts'
import { deliveryList } from './list.ts'
import { deliveryRetry } from './retry.ts'
import { deliverySend } from './send.ts'
import { deliveryShow } from './show.ts'

export const commands: readonly Command[] = [deliveryList, deliveryShow, deliveryRetry, deliverySend]
