package scram

import (
	"crypto"
	_ "crypto/sha512" // for crypto.SHA384 and crypto.SHA512
	"crypto/x509"
)

// EndPoint is the data of the channel binding tls-server-end-point (RFC 5929, section 4.1): a
// hash of the server's certificate, by the hash function of its signature, or SHA-256 in place
// of a weaker one. It is nil where none is defined (Ed25519): then there is no channel binding.
func EndPoint(der []byte) []byte {
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil
	}
	hash := crypto.SHA256
	switch certificate.SignatureAlgorithm {
	case x509.MD5WithRSA, x509.SHA1WithRSA, x509.ECDSAWithSHA1, x509.DSAWithSHA1,
		x509.SHA256WithRSA, x509.SHA256WithRSAPSS, x509.ECDSAWithSHA256, x509.DSAWithSHA256:
	case x509.SHA384WithRSA, x509.SHA384WithRSAPSS, x509.ECDSAWithSHA384:
		hash = crypto.SHA384
	case x509.SHA512WithRSA, x509.SHA512WithRSAPSS, x509.ECDSAWithSHA512:
		hash = crypto.SHA512
	default:
		return nil
	}
	h := hash.New()
	h.Write(certificate.Raw)
	return h.Sum(nil)
}
