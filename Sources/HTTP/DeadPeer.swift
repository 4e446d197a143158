#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Gives a connection up when nothing that was sent on it is acknowledged for six seconds.
///
/// A computer that wakes in another network still holds its old HTTP/2 connections. Requests on them
/// would time out one after the other, since a timeout ends a stream and not its connection.
func limitUnacknowledgedTime(of socket: Int32) {
  #if canImport(Glibc)
    var milliseconds: UInt32 = 6000
    let size = socklen_t(MemoryLayout<UInt32>.size)
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
  #else
    var seconds: Int32 = 6
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socket, IPPROTO_TCP, TCP_RXT_CONNDROPTIME, &seconds, size)
  #endif
}
