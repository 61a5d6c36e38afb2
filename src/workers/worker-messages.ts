import type { Config } from '../config.ts'
import type { DatabaseReach } from '../database/connect.ts'
import type { MetricsReport } from '../http/metrics.ts'

/** What the leading process tells a worker, over the channel between them and nowhere else. */
export type ToWorker =
  | {
      readonly act: 'start'
      readonly number: number
      readonly config: Config
      readonly reach: DatabaseReach
    }
  /** A client's connection comes along with it. */
  | { readonly act: 'connection'; readonly id: number }
  | { readonly act: 'report' }
  | { readonly act: 'not ready' }
  | { readonly act: 'drain' }

/** What a worker tells the leading process. */
export type FromWorker =
  | { readonly act: 'ready' }
  /** The connection is in this worker's hands: nobody else may answer on it. */
  | { readonly act: 'took'; readonly id: number }
  | { readonly act: 'closed' }
  | { readonly act: 'report'; readonly report: MetricsReport }
  /** It met a defect, finishes what it took and ends. */
  | { readonly act: 'leaving' }
