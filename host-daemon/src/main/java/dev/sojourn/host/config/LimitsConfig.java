package dev.sojourn.host.config;

import dev.sojourn.host.quota.PageLimits;
import dev.sojourn.host.quota.StayLimits;
import java.time.Duration;

/// The limits of visits at this host. If a passport asks for less, the smaller limit applies.
///
/// @param visitsAtOnce `limits.visits-at-once`: 1 to 1,000. Default 8
/// @param waitingVisits `limits.waiting-visits`: agents that were accepted and have not started;
///   further agents are asked to come back later; 0 to 100,000. Default 1,000
/// @param workers `limits.workers`: worker processes at once, each for one signer; 1 to 256.
///   Default 4
/// @param heapMiB `limits.heap`: the heap of one worker, in whole MiB; 32 MiB to 64 GiB. Default
///   256 MiB
/// @param spareWorkers `limits.spare-workers`: further workers kept ready for new signers; 0 to 64.
///   Default 1
/// @param workerIdle `limits.worker-idle`: how long a worker without visits is kept for its signer;
///   1 s to 1 d. Default 1 min
/// @param workerMemoryMiB `limits.worker-memory`: the expected memory of all workers, in whole MiB.
///   At least the memory of one worker (its heap and 192 MiB), at most 1 TiB. Default the sum for
///   `workers` and `spare-workers`
/// @param visitTime `limits.visit-time`: wall-clock time of one visit; 1 s to 30 d. Default 1 h
/// @param cpuTime `limits.cpu-time`: processor time of one visit; 1 s to 30 d. Default 10 min
/// @param allocatedBytes `limits.allocated-bytes`: the bytes that one visit may allocate during its
///   life, freed bytes included; 1 MiB to 1,024 TiB. Default 256 GiB
/// @param pages `limits.pages`: pages of one visit; 1 to 1,000,000,000. Default 1,000,000
/// @param pageBytes `limits.page-bytes`: bytes of page bodies of one visit; 1 KiB to 1 TiB. Default
///   16 GiB
/// @param findings `limits.findings`: findings of one visit; 1 to 1,000,000,000. Default 1,000,000
/// @param findingBytes `limits.finding-bytes`: one finding as JSON; 64 B to 1 MiB. Default 256 KiB
/// @param outputBytes `limits.output-bytes`: all output of one visit; 1 KiB to 1 TiB. Default 1 GiB
/// @param logLines `limits.log-lines`: lines that one visit may write; 1 to 1,000,000. Default
///   1,000
/// @param messages `limits.messages`: messages from its owner that one visit may answer; 1 to
///   1,000,000,000. Default 36,000
/// @param stateBytes `limits.state-bytes`: an agent's state; 1 KiB to 16 MiB. Default 16 MiB
/// @param checkpointEvery `limits.checkpoint-every`: time between two checkpoints of one visit; 0 s
///   to 1 h. Default 1 s
/// @param readAhead `limits.read-ahead`: pages read for one visit before its agent asks for them,
///   while a processor is idle; 0 to 64. Default 4
/// @param keepEnded `limits.keep-ended`: how long an ended visit waits for its owner; 1 min to 365
///   d. Default 7 d
/// @param storedBytes `limits.stored-bytes`: the bytes of all agents on disk, including states,
///   code and parcels; 1 MiB to 1,024 TiB. Default 16 GiB
/// @param stays the limits of agents that stay
/// @param pageLimits the limits of the page store and the readers
public record LimitsConfig(
    int visitsAtOnce,
    int waitingVisits,
    int workers,
    int heapMiB,
    int spareWorkers,
    Duration workerIdle,
    long workerMemoryMiB,
    Duration visitTime,
    Duration cpuTime,
    long allocatedBytes,
    long pages,
    long pageBytes,
    long findings,
    int findingBytes,
    long outputBytes,
    int logLines,
    long messages,
    int stateBytes,
    Duration checkpointEvery,
    int readAhead,
    Duration keepEnded,
    long storedBytes,
    StayLimits stays,
    PageLimits pageLimits) {}
