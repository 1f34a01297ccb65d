import type { Command } from '../../cli/define.ts'
import { txDecode } from './decode.ts'
import { txExplain } from './explain.ts'
import { txGet } from './get.ts'
import { txHistorySync } from './history-sync.ts'
import { txList } from './list.ts'
import { txReport } from './report.ts'
import { txRescreen } from './rescreen.ts'
import { txUpdate } from './update.ts'

export const commands: readonly Command[] = [
  txDecode,
  txList,
  txGet,
  txExplain,
  txReport,
  txUpdate,
  txRescreen,
  txHistorySync,
]
