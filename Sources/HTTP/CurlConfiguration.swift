import System

extension CurlClient {
  /// What holds for every request of a client.
  package struct Configuration: Sendable {
    /// The part of a request's time that name, connection and handshake may take.
    package var connectTimeout: Duration
    /// How long a transfer may stand still before it is given up.
    package var stallTimeout: Duration
    /// The largest header, interim responses and trailers included.
    package var maximumHeaderBytes: Int
    /// A PEM file of trusted authorities; nil for libcurl's own.
    package var certificateFile: String?
    /// A directory of trusted authorities, hashed as OpenSSL has it; nil for libcurl's own.
    package var certificateDirectory: String?

    /// The certificates default to what `SSL_CERT_FILE` and `SSL_CERT_DIR` name.
    package init(
      connectTimeout: Duration = .seconds(10), stallTimeout: Duration = .seconds(20),
      maximumHeaderBytes: Int = 256 << 10,
      certificateFile: String? = environmentVariable("SSL_CERT_FILE"),
      certificateDirectory: String? = environmentVariable("SSL_CERT_DIR")
    ) {
      self.connectTimeout = connectTimeout
      self.stallTimeout = stallTimeout
      self.maximumHeaderBytes = maximumHeaderBytes
      self.certificateFile = certificateFile
      self.certificateDirectory = certificateDirectory
    }
  }
}
