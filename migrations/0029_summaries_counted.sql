-- Summaries count when they are asked for (src/summary/); their stored counts go. The tables hold nothing that the records do
-- not say. Locks the two tables for milliseconds; no record is read. A process of the version before goes on, but its Get
-- Summary fails until it is replaced.

drop table organization_counts;
drop table account_exposures;
